/** Dutch: what only some pages show. See languages.ts. */
import type { LanguageTable } from '../words/language-table.js';

const words: LanguageTable = {
  action: {
    preauth: {
      pay: '{0} autoriseren|Autoriseren',
      paying: 'Bezig met autoriseren…',
      note: 'Het bedrag wordt nu op uw kaart gereserveerd en later afgeschreven.',
      payment: { approved: 'Het bedrag is op uw kaart gereserveerd.' },
      receipt: {
        outcomes: { approved: 'Geautoriseerd', declined: 'Geweigerd', failed: 'Niet geautoriseerd' },
        paidTo: 'Winkel',
        note: 'Op uw kaart gereserveerd, wordt later afgeschreven',
      },
    },
    verify_only: {
      pay: 'Kaart controleren',
      paying: 'Wordt gecontroleerd…',
      note: 'Uw bank controleert de kaart. Er wordt niets afgeschreven.',
      payment: {
        approved: 'Uw kaart is geaccepteerd.',
        declined: 'Uw bank heeft deze kaart niet geaccepteerd.',
        failed: 'De kaart kon niet worden gecontroleerd.',
        unknown: 'We controleren of de kaart is geaccepteerd.',
        doNotPay: 'Vul hem alstublieft niet opnieuw in.',
      },
      receipt: {
        outcomes: { approved: 'Kaart geaccepteerd', declined: 'Kaart niet geaccepteerd', failed: 'Niet gecontroleerd' },
        paidTo: 'Winkel',
        note: 'Er is niets afgeschreven',
      },
    },
  },
  amount: {
    order: 'Bestelling',
    surcharge: 'Toeslag {0}',
    total: 'Totaal',
  },
  bankAccount: {
    labels: {
      bsb: 'BSB',
      number: 'Rekeningnummer',
      name: 'Naam rekeninghouder',
    },
    bsbHint: '6 cijfers, 000-000',
    numberHint: '3 tot 9 cijfers',
    errors: {
      bsb: {
        empty: 'Vul de BSB in',
        too_short: 'Er ontbreekt een cijfer: het zijn er 6',
        too_long: 'Een cijfer te veel: het zijn er 6',
        characters: 'Gebruik alleen cijfers',
        refused: 'Controleer de BSB',
      },
      number: {
        empty: 'Vul het rekeningnummer in',
        too_short: 'Er ontbreekt een cijfer',
        too_long: 'Het zijn maximaal 9 cijfers',
        characters: 'Gebruik alleen cijfers',
        refused: 'Controleer het rekeningnummer',
      },
      name: {
        empty: 'Vul de rekeninghouder in',
        too_short: 'Vul de rekeninghouder in',
        too_long: 'Gebruik maximaal 32 tekens',
        characters: 'Gebruik geen speciale tekens',
        refused: 'Controleer de rekeninghouder',
      },
    },
    agreement:
      'Ik heb de incasso-overeenkomst gelezen en ga ermee akkoord dat volgens deze overeenkomst van mijn rekening wordt afgeschreven.',
    readAgreement: 'Overeenkomst lezen',
    agreementMissing: 'Ga akkoord met de incasso-overeenkomst om verder te gaan',
  },
  challenge: {
    title: 'Bevestigen bij uw bank',
    frame: 'Pagina van uw bank',
    close: 'Sluiten',
    loading: 'De pagina van uw bank wordt geladen…',
    slow: 'Uw bank reageert traag.',
    elsewhere: 'In dit venster openen',
    leaveTitle: 'De controle van uw bank verlaten?',
    leaveText: 'Deze betaling is nog niet bevestigd. U kunt hiervandaan terug naar de controle.',
    stay: 'Doorgaan met de controle',
    leave: 'Verlaten',
  },
  method: {
    redirect: 'U vult uw kaart in op de pagina van de betaaldienst en komt hier terug.',
    webform: 'U vult uw kaart in op de volgende pagina.',
    frame: 'Kaartgegevens',
    loading: 'Kaartvelden worden geladen…',
    failed: 'De kaartvelden konden niet worden geladen en er is niets afgeschreven. Controleer uw verbinding.',
    again: 'Opnieuw laden',
    incomplete: 'Vul de kaartgegevens volledig in. Er is niets afgeschreven.',
    renewed: 'De tijd om te betalen was verstreken en er is niets afgeschreven. Vul de kaart opnieuw in.',
  },
  receipt: {
    outcomes: {
      approved: 'Goedgekeurd',
      declined: 'Geweigerd',
      failed: 'Niet betaald',
    },
    testNote: 'Testbetaling: er is geen geld overgemaakt',
    paidTo: 'Betaald aan',
    shop: 'Winkel',
    date: 'Datum',
    card: 'Kaart',
    cardText: '{0} •••• {1}',
    spokenCard: '{0} eindigend op {1}',
    anyCard: 'Kaart',
    expires: 'vervalt {0}',
    number: 'Bonnummer',
    references: 'Referentie',
    surcharge: 'Inclusief toeslag',
    more: 'Gegevens voor de klantenservice',
    authorisation: 'Autorisatie',
    transaction: 'Transactie',
    answer: 'Antwoord',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    print: 'Afdrukken',
    looking: 'Uw betaalbewijs wordt opgezocht…',
    missing: 'Hier is geen betaalbewijs. De winkel kan u er een sturen.',
    notPaid: 'Deze bestelling is niet betaald.',
  },
  references: {
    optional: 'optioneel',
    errors: {
      empty: 'Vul dit in',
      too_long: 'Gebruik maximaal {0} tekens',
      characters: 'Gebruik alleen letters, cijfers en eenvoudige tekens',
      card: 'Dit lijkt op een kaartnummer. Vul uw kaart alleen in de kaartvelden in',
      format: 'Controleer dit: het heeft niet de verwachte vorm',
    },
  },
};

export default words;
