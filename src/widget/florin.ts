/**
 * The script tag: `<script type="module" src="florin.js"></script>` registers every element of Florin. A second tag, a
 * second copy or an element that the page has registered itself changes nothing. The form comes first; the
 * payment and the single fields follow in a second file that is asked for at once.
 */
import '../elements/florin-checkout/florin-checkout.js';

void import('./define-later.js');
