/** The script of the frame page. The signer inlines it into the page (createFramePage). */
import { CardForm } from './card-form.js';
import { serveCard } from './serve-card.js';
import { readSettings } from './settings.js';

const settings = readSettings(document);
customElements.define('florin-card-form', CardForm);
const form = new CardForm();
(document.querySelector('main') ?? document.body).append(form);
serveCard(form, settings);
