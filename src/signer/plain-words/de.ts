/** German, for pages without a script. See plain-words.ts; the same words as in src/elements/languages. */
import type { PlainWords } from './english.js';

export const words: PlainWords = {
  pay: '{0} bezahlen',
  payBare: 'Bezahlen',
  authorise: '{0} autorisieren',
  checkCard: 'Karte prüfen',
  cardNumber: 'Kartennummer',
  month: 'Ablaufmonat (MM)',
  year: 'Ablaufjahr (JJ)',
  cvn: 'Prüfziffer',
  name: 'Name auf der Karte',
  bsb: 'BSB',
  accountNumber: 'Kontonummer',
  accountName: 'Kontoinhaber',
  agreement:
    'Ich habe die Lastschriftvereinbarung gelesen und bin einverstanden, dass mein Konto danach belastet wird.',
  wrongNumber: 'Prüfen Sie die Kartennummer: Sie wurde nicht akzeptiert.',
  wrongExpiry: 'Datum prüfen.',
  wrongCvn: 'Prüfziffer prüfen.',
  wrongName: 'Geben Sie den Namen auf der Karte ein.',
  wrongBsb: 'Prüfen Sie die BSB.',
  wrongAccount: 'Prüfen Sie die Kontonummer.',
  wrongHolder: 'Geben Sie den Kontoinhaber ein.',
  wrongAgreement: 'Stimmen Sie der Lastschriftvereinbarung zu, um fortzufahren.',
  wrongOther: 'Die Daten wurden nicht akzeptiert.',
  notCharged: 'Es wurde nichts abgebucht.',
  cardAgain: 'Bitte geben Sie die Karte noch einmal ein.',
  notSaved: 'Es wurde nichts gespeichert.',
  detailsAgain: 'Bitte geben Sie die Daten noch einmal ein.',
  'save-card': 'Karte speichern',
  'update-card': 'Karte aktualisieren',
  'save-bank-account': 'Bankkonto speichern',
  'update-bank-account': 'Bankkonto aktualisieren',
  backToShop: 'Zurück zum Shop',
  bankDone: 'Ihre Bank ist fertig. Einen Moment bitte.',
  unmatched: 'Diese Seite konnte Ihrer Bestellung nicht zugeordnet werden',
  doNotPay:
    'Wenn Sie bezahlt haben, findet der Shop Ihre Zahlung von selbst. Bitte bezahlen Sie nicht noch einmal: Sehen Sie zuerst in Ihren Bestellungen nach.',
  nothingLeft: 'Für diese Bestellung ist nichts mehr zu bezahlen.',
  inReview: 'Der Shop prüft die Zahlung dieser Bestellung. Bitte bezahlen Sie nicht noch einmal.',
  notKnown:
    'Es ist noch nicht bekannt, was aus der Zahlung dieser Bestellung wurde. Bitte bezahlen Sie nicht noch einmal.',
  toOrder: 'Zur Bestellung',
  notShown:
    'Das Kartenformular kann gerade nicht angezeigt werden, und es wurde nichts abgebucht. Bitte laden Sie die Seite gleich noch einmal.',
  notPayable:
    'Diese Bestellung kann hier nicht bezahlt werden. Wenn Sie schon bezahlt haben, sehen Sie bitte in Ihren Bestellungen nach.',
  wronglySetUp:
    'Diese Zahlungsseite ist nicht richtig eingerichtet. Es wurde nichts abgebucht. Bitte sagen Sie dem Shop Bescheid.',
};
