/** A bank account. Its number is not card data: the API returns it in full, so it is stored in full. */
export interface BankAccount {
  readonly accountName: string;
  /** 3 to 9 digits. */
  readonly accountNumber: string;
  /** 6 digits. */
  readonly bsbNumber: string;
}

/** A bank account as a caller sent it. A null member was empty: an update does not change it. */
export type BankAccountEntry = { readonly [Member in keyof BankAccount]: BankAccount[Member] | null };
