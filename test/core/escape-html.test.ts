import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/core/escape-html.js';

describe('escapeHtml', () => {
  it('escapes every character that could end a text or an attribute', () => {
    expect(escapeHtml(`<a href="x" id='y'>&\`</a>`)).toBe(
      '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&#96;&lt;/a&gt;',
    );
  });

  it('leaves other characters as they are', () => {
    expect(escapeHtml('Zoë pays 5 € (/;=)')).toBe('Zoë pays 5 € (/;=)');
  });
});
