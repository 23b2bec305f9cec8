/** The task of an outside client: read a WSDL and call operations by one of its ports. */
export interface ClientWork {
  readonly wsdl: string;
  /** Name of the port; the one that ends with 12 is SOAP 1.2. */
  readonly port: string;
  readonly calls: readonly { readonly operation: string; readonly parameters: unknown }[];
}
