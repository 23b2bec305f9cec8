/** What a shopper reads on pages of the signer, which work without a script. See plain-words.ts. */
export const english = {
  /** `{0}` is the amount. */
  pay: 'Pay {0}',
  payBare: 'Pay',
  authorise: 'Authorise {0}',
  checkCard: 'Check card',
  cardNumber: 'Card number',
  month: 'Expiry month (MM)',
  year: 'Expiry year (YY)',
  cvn: 'Security code',
  name: 'Name on card',
  bsb: 'BSB (6 digits)',
  accountNumber: 'Account number',
  accountName: 'Account name',
  agreement: 'I have read the direct debit service agreement, and my account may be debited under it.',
  wrongNumber: 'Check the card number.',
  wrongExpiry: 'Check the expiry date, two digits each.',
  wrongCvn: 'Enter the three or four digits of the security code.',
  wrongName: 'Enter the name as it is written on the card.',
  wrongBsb: 'Check the BSB, it has 6 digits.',
  wrongAccount: 'Check the account number, it has 3 to 9 digits.',
  wrongHolder: 'Enter the name of the account.',
  wrongAgreement: 'Agree to the direct debit service agreement to go on.',
  wrongOther: 'Something in the form was not accepted.',
  notCharged: 'Nothing was charged.',
  cardAgain: 'Please enter the card again.',
  notSaved: 'Nothing was saved.',
  detailsAgain: 'Please enter the details again.',
  'save-card': 'Save card',
  'update-card': 'Update card',
  'save-bank-account': 'Save bank account',
  'update-bank-account': 'Update bank account',
  backToShop: 'Back to the shop',
  bankDone: 'Your bank is done. One moment, please.',
  unmatched: 'We could not match this page to your order',
  doNotPay:
    'If you have paid, the shop will find your payment by itself. Please do not pay again: look at your orders first.',
};

/** The words of one language. */
export type PlainWords = Readonly<typeof english>;
