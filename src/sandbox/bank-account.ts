/** A bank account. Its number is no card data: the interface answers it in full, so it is kept in full. */
export interface BankAccount {
  readonly accountName: string;
  /** 3 to 9 digits. */
  readonly accountNumber: string;
  /** 6 digits. */
  readonly bsbNumber: string;
}
