/** The words that the page gives to the frame, put in the place of English ones. */
import { describe, expect, it } from 'vitest';
import { fieldMessages } from '../../src/elements/messages/field-messages.js';
import { translate } from '../../src/frame/locale.js';

const english = fieldMessages('en');

describe('the words of the frame', () => {
  it('are English where the page gives none', () => {
    expect(translate(english, {})).toEqual(english);
  });

  it('are the ones of the same path, and of no other', () => {
    const words = translate(english, {
      'labels.number': 'Kartennummer',
      'errors.cvn.empty': 'Sicherheitscode eingeben',
      'cvnHint.4': '4 Ziffern',
      'labels.toString': 'x',
      labels: 'x',
      errors: 'x',
    });
    expect(words.labels).toEqual({ ...english.labels, number: 'Kartennummer' });
    expect(words.errors).toEqual({
      ...english.errors,
      cvn: { ...english.errors.cvn, empty: 'Sicherheitscode eingeben' },
    });
    expect(words.cvnHint).toEqual({ ...english.cvnHint, 4: '4 Ziffern' });
  });

  it('hold names of brands as they are', () => {
    const { weTake, accepted } = translate(english, { weTake: 'Nur {0}.', accepted: 'Alle' });
    expect(weTake("Visa $& $' {0}")).toBe("Nur Visa $& $' {0}.");
    expect(accepted('Visa')).toBe('Alle');
  });
});
