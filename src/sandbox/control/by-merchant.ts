/** Whom a function of the control concerns. */
export interface ForMerchant {
  /** A merchant's number. Default: all merchants. A number that no merchant has concerns nobody. */
  readonly merchant?: string;
}

/** A value that was taken. */
export interface Taken<Value> {
  readonly value: Value;
  /** Sets it again, unless another one was set meanwhile. */
  putBack(): void;
}

/** A value for all merchants, and values of single merchants, which come first. */
export interface ByMerchant<Value> {
  /** The value that counts for a merchant, or for a caller whose merchant is unknown. */
  get(merchant?: string): Value;
  /** The usual value ends the given one. */
  set(value: Value, merchant?: string): void;
  /** Returns the value that counts, and ends it. */
  take(merchant: string): Taken<Value>;
  /** Ends the value of one merchant, or of everybody. */
  clear(merchant?: string): void;
  /** True when a merchant has a value of its own. */
  readonly hasOwn: boolean;
}

/** Creates the values. @param usual the value where none was set */
export function createByMerchant<Value>(usual: Value): ByMerchant<Value> {
  const own = new Map<string, Value>();
  let common = usual;

  function set(value: Value, merchant?: string): void {
    if (merchant === undefined) common = value;
    else if (value === usual) own.delete(merchant);
    else own.set(merchant, value);
  }

  function get(merchant = ''): Value {
    return own.get(merchant) ?? common;
  }

  return {
    get,
    set,
    take(merchant) {
      const value = get(merchant);
      const owner = own.has(merchant) ? merchant : undefined;
      set(usual, owner);
      return {
        value,
        putBack() {
          if (owner === undefined ? common === usual : !own.has(owner)) set(value, owner);
        },
      };
    },
    clear(merchant) {
      if (merchant === undefined) own.clear();
      set(usual, merchant);
    },
    get hasOwn() {
      return own.size > 0;
    },
  };
}
