import { type LazyFile, lazyFile } from '../lazy-file.js';
import { type CheckoutHost, type CreateSource, otherMethod, type OtherMethod } from './source.js';

const codes = new Map<OtherMethod | undefined, LazyFile<CreateSource>>();

/** Loads the code of a source that is not in this bundle, once for all elements of the page. */
export function codeOf(method: OtherMethod | undefined): LazyFile<CreateSource> {
  const known = codes.get(method);
  if (known) return known;
  const code = lazyFile<CreateSource>(() =>
    method
      ? import('./method-cards.js').then(({ loadMethod }) => loadMethod(method))
      : import('./frame-card.js').then(({ FrameCard }) => (host) => {
          if (host.isolation === 'frame') return new FrameCard(host);
          void import('./markup-warning.js').then(({ warnOfFields }) => warnOfFields(host));
          return undefined;
        }),
  );
  codes.set(method, code);
  return code;
}

/** There are no fields, because their code could not be loaded, or this bundle does not support the isolation. */
export function lacksCode(host: CheckoutHost): boolean {
  if (host.card) return false;
  const { hasFailed, module } = codeOf(otherMethod(host));
  return hasFailed || module !== undefined;
}
