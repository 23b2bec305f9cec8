/** Italian: what only some pages show. See languages.ts. */
import type { LanguageTable } from '../words/language-table.js';

const words: LanguageTable = {
  action: {
    preauth: {
      pay: 'Autorizza {0}|Autorizza',
      paying: 'Autorizzazione in corso…',
      note: 'L’importo viene riservato ora sulla Sua carta e addebitato più tardi.',
      payment: { approved: 'L’importo è riservato sulla Sua carta.' },
      receipt: {
        outcomes: { approved: 'Autorizzato', declined: 'Rifiutato', failed: 'Non autorizzato' },
        paidTo: 'Negozio',
        note: 'Riservato sulla Sua carta, da addebitare più tardi',
      },
    },
    verify_only: {
      pay: 'Verifica carta',
      paying: 'Verifica in corso…',
      note: 'La Sua banca verifica la carta. Non viene addebitato nulla.',
      payment: {
        approved: 'La Sua carta è stata accettata.',
        declined: 'La Sua banca non ha accettato questa carta.',
        failed: 'Non è stato possibile verificare la carta.',
        unknown: 'Stiamo verificando se la carta è stata accettata.',
        doNotPay: 'La preghiamo di non inserirla di nuovo.',
      },
      receipt: {
        outcomes: { approved: 'Carta accettata', declined: 'Carta non accettata', failed: 'Non verificata' },
        paidTo: 'Negozio',
        note: 'Non è stato addebitato nulla',
      },
    },
  },
  amount: {
    order: 'Ordine',
    surcharge: 'Supplemento {0}',
    total: 'Totale',
  },
  bankAccount: {
    labels: {
      bsb: 'BSB',
      number: 'Numero di conto',
      name: 'Intestatario del conto',
    },
    bsbHint: '6 cifre, 000-000',
    numberHint: 'Da 3 a 9 cifre',
    errors: {
      bsb: {
        empty: 'Inserisca il BSB',
        too_short: 'Manca una cifra: devono essere 6',
        too_long: 'Una cifra di troppo: devono essere 6',
        characters: 'Usi solo cifre',
        refused: 'Controlli il BSB',
      },
      number: {
        empty: 'Inserisca il numero di conto',
        too_short: 'Manca una cifra',
        too_long: 'Al massimo 9 cifre',
        characters: 'Usi solo cifre',
        refused: 'Controlli il numero di conto',
      },
      name: {
        empty: 'Inserisca l’intestatario del conto',
        too_short: 'Inserisca l’intestatario del conto',
        too_long: 'Al massimo 32 caratteri',
        characters: 'Non usi caratteri speciali',
        refused: 'Controlli l’intestatario del conto',
      },
    },
    agreement: 'Ho letto il contratto di addebito diretto e autorizzo gli addebiti sul mio conto alle sue condizioni.',
    readAgreement: 'Leggi il contratto',
    agreementMissing: 'Per proseguire accetti il contratto di addebito diretto',
  },
  challenge: {
    title: 'Conferma con la banca',
    frame: 'Pagina della Sua banca',
    close: 'Chiudi',
    loading: 'Caricamento della pagina della Sua banca…',
    slow: 'La Sua banca tarda a rispondere.',
    elsewhere: 'Apri in questa finestra',
    leaveTitle: 'Lasciare la verifica della banca?',
    leaveText: 'Questo pagamento non è ancora confermato. Da qui potrà tornare alla verifica.',
    stay: 'Prosegui la verifica',
    leave: 'Lascia',
  },
  method: {
    redirect: 'Inserirà la carta nella pagina del servizio di pagamento e poi tornerà qui.',
    webform: 'Inserirà la carta nella pagina successiva.',
    frame: 'Dati della carta',
    loading: 'Caricamento dei campi della carta…',
    failed:
      'Non è stato possibile caricare i campi della carta e non è stato addebitato nulla. Controlli la connessione.',
    again: 'Ricarica',
    incomplete: 'Completi i dati della carta. Non è stato addebitato nulla.',
    renewed: 'Il tempo per pagare era scaduto e non è stato addebitato nulla. Inserisca di nuovo la carta.',
  },
  receipt: {
    outcomes: {
      approved: 'Approvato',
      declined: 'Rifiutato',
      failed: 'Non pagato',
    },
    testNote: 'Pagamento di prova: nessun movimento di denaro',
    paidTo: 'Pagato a',
    shop: 'Negozio',
    date: 'Data',
    card: 'Carta',
    cardText: '{0} •••• {1}',
    spokenCard: '{0} che termina con {1}',
    anyCard: 'Carta',
    expires: 'scade {0}',
    number: 'Numero di ricevuta',
    references: 'Riferimento',
    surcharge: 'Supplemento incluso',
    more: 'Dati per l’assistenza',
    authorisation: 'Autorizzazione',
    transaction: 'Transazione',
    answer: 'Risposta',
    copy: 'Copia',
    copied: 'Copiato',
    print: 'Stampa',
    looking: 'Ricerca della ricevuta…',
    missing: 'Non c’è alcuna ricevuta da mostrare qui. Il negozio può inviargliene una.',
    notPaid: 'Questo ordine non è stato pagato.',
  },
  references: {
    optional: 'facoltativo',
    errors: {
      empty: 'Compili questo campo',
      too_long: 'Al massimo {0} caratteri',
      characters: 'Usi solo lettere, cifre e segni semplici',
      card: 'Sembra il numero di una carta. Inserisca la carta solo nei campi della carta',
      format: 'Controlli questo campo: non ha la forma prevista',
    },
  },
};

export default words;
