/** Saved cards and the choice to save one; for the script tag, which asks for this file when there is a tag of theirs. */
import './florin-saved-cards/florin-saved-cards.js';
import './florin-store-card/florin-store-card.js';
