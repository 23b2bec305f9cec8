/** The service's card types. REST manual, "Enumerations". */
export const CARD_TYPES = ['VC', 'MC', 'AX', 'DC', 'JC'] as const;

/** A card type of the service: Visa, Mastercard, American Express, Diners Club, JCB. */
export type CardType = (typeof CARD_TYPES)[number];
