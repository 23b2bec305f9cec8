/** Saved cards and the choice to save a card. The script tag loads this file when the page has one of their tags. */
import './florin-saved-cards/florin-saved-cards.js';
import './florin-store-card/florin-store-card.js';
