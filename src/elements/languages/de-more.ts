/** German: what only some pages show. See languages.ts. */
import type { LanguageTable } from '../words/language-table.js';

const words: LanguageTable = {
  action: {
    preauth: {
      pay: '{0} autorisieren|Autorisieren',
      paying: 'Wird autorisiert…',
      note: 'Der Betrag wird jetzt auf Ihrer Karte reserviert und später abgebucht.',
      payment: { approved: 'Der Betrag ist auf Ihrer Karte reserviert.' },
      receipt: {
        outcomes: { approved: 'Autorisiert', declined: 'Abgelehnt', failed: 'Nicht autorisiert' },
        paidTo: 'Händler',
        note: 'Auf Ihrer Karte reserviert, wird später abgebucht',
      },
    },
    verify_only: {
      pay: 'Karte prüfen',
      paying: 'Wird geprüft…',
      note: 'Ihre Bank prüft die Karte. Es wird nichts abgebucht.',
      payment: {
        approved: 'Ihre Karte wurde akzeptiert.',
        declined: 'Ihre Bank hat diese Karte nicht akzeptiert.',
        failed: 'Die Karte konnte nicht geprüft werden.',
        unknown: 'Wir stellen fest, ob die Karte akzeptiert wurde.',
        doNotPay: 'Bitte geben Sie sie nicht noch einmal ein.',
      },
      receipt: {
        outcomes: { approved: 'Karte akzeptiert', declined: 'Karte nicht akzeptiert', failed: 'Nicht geprüft' },
        paidTo: 'Händler',
        note: 'Es wurde nichts abgebucht',
      },
    },
  },
  amount: {
    order: 'Bestellung',
    surcharge: 'Aufschlag {0}',
    total: 'Gesamtbetrag',
  },
  bankAccount: {
    labels: {
      bsb: 'BSB',
      number: 'Kontonummer',
      name: 'Kontoinhaber',
    },
    bsbHint: '6 Ziffern, 000-000',
    numberHint: '3 bis 9 Ziffern',
    errors: {
      bsb: {
        empty: 'Geben Sie die BSB ein',
        too_short: 'Es fehlt eine Ziffer: Es sind 6',
        too_long: 'Eine Ziffer zu viel: Es sind 6',
        characters: 'Verwenden Sie nur Ziffern',
        refused: 'Prüfen Sie die BSB',
      },
      number: {
        empty: 'Geben Sie die Kontonummer ein',
        too_short: 'Es fehlt eine Ziffer',
        too_long: 'Es sind höchstens 9 Ziffern',
        characters: 'Verwenden Sie nur Ziffern',
        refused: 'Prüfen Sie die Kontonummer',
      },
      name: {
        empty: 'Geben Sie den Kontoinhaber ein',
        too_short: 'Geben Sie den Kontoinhaber ein',
        too_long: 'Höchstens 32 Zeichen',
        characters: 'Bitte keine Sonderzeichen',
        refused: 'Prüfen Sie den Kontoinhaber',
      },
    },
    agreement:
      'Ich habe die Lastschriftvereinbarung gelesen und bin einverstanden, dass mein Konto danach belastet wird.',
    readAgreement: 'Vereinbarung lesen',
    agreementMissing: 'Stimmen Sie der Lastschriftvereinbarung zu, um fortzufahren',
  },
  challenge: {
    title: 'Mit Ihrer Bank bestätigen',
    frame: 'Seite Ihrer Bank',
    close: 'Schließen',
    loading: 'Die Seite Ihrer Bank wird geladen…',
    slow: 'Ihre Bank antwortet langsam.',
    elsewhere: 'In diesem Fenster öffnen',
    leaveTitle: 'Prüfung Ihrer Bank verlassen?',
    leaveText: 'Diese Zahlung ist noch nicht bestätigt. Sie können von hier zur Prüfung zurückkehren.',
    stay: 'Prüfung fortsetzen',
    leave: 'Verlassen',
  },
  method: {
    redirect: 'Sie geben Ihre Karte auf der Seite des Zahlungsdienstes ein und kommen hierher zurück.',
    webform: 'Sie geben Ihre Karte auf der nächsten Seite ein.',
    frame: 'Kartendaten',
    loading: 'Kartenfelder werden geladen…',
    failed:
      'Die Kartenfelder konnten nicht geladen werden, es wurde nichts abgebucht. Bitte prüfen Sie Ihre Verbindung.',
    again: 'Neu laden',
    incomplete: 'Bitte vervollständigen Sie die Kartendaten. Es wurde nichts abgebucht.',
    renewed:
      'Die Zeit zum Bezahlen war abgelaufen, es wurde nichts abgebucht. Bitte geben Sie die Karte noch einmal ein.',
  },
  receipt: {
    outcomes: {
      approved: 'Bezahlt',
      declined: 'Abgelehnt',
      failed: 'Nicht bezahlt',
    },
    testNote: 'Testzahlung: Es ist kein Geld geflossen',
    paidTo: 'Bezahlt an',
    shop: 'Händler',
    date: 'Datum',
    card: 'Karte',
    cardText: '{0} •••• {1}',
    spokenCard: '{0} mit den Endziffern {1}',
    anyCard: 'Karte',
    expires: 'gültig bis {0}',
    number: 'Belegnummer',
    references: 'Referenz',
    surcharge: 'Enthaltener Aufschlag',
    more: 'Angaben für den Kundendienst',
    authorisation: 'Autorisierung',
    transaction: 'Transaktion',
    answer: 'Antwort',
    copy: 'Kopieren',
    copied: 'Kopiert',
    print: 'Drucken',
    looking: 'Ihr Beleg wird gesucht…',
    missing: 'Hier gibt es keinen Beleg. Der Shop kann Ihnen einen zusenden.',
    notPaid: 'Diese Bestellung wurde nicht bezahlt.',
  },
  references: {
    optional: 'freiwillig',
    errors: {
      empty: 'Bitte ausfüllen',
      too_long: 'Höchstens {0} Zeichen verwenden',
      characters: 'Nur Buchstaben, Ziffern und einfache Zeichen verwenden',
      card: 'Das sieht wie eine Kartennummer aus. Geben Sie Ihre Karte nur in den Kartenfeldern ein',
      format: 'Bitte prüfen: Die Eingabe hat nicht die erwartete Form',
    },
  },
};

export default words;
