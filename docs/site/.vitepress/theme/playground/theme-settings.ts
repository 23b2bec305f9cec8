/** The look of the form: custom properties, with presets to begin with. */

/** What a person chooses. Colours are `#rrggbb`, lengths are in px. */
export interface ThemeSettings {
  readonly accentLight: string;
  readonly accentDark: string;
  readonly radius: number;
  readonly gap: number;
  readonly controlHeight: number;
}

/** The look without any custom property. */
const FLORIN: ThemeSettings = {
  accentLight: '#0b68cb',
  accentDark: '#70b8ff',
  radius: 8,
  gap: 12,
  controlHeight: 48,
};

export const PRESETS: Readonly<Record<string, ThemeSettings>> = {
  Florin: FLORIN,
  'Coffee shop': { ...FLORIN, accentLight: '#1d5c4d', accentDark: '#8ad0b6', radius: 10 },
  Square: { ...FLORIN, accentLight: '#1c2024', accentDark: '#edeef0', radius: 0, gap: 8, controlHeight: 44 },
  Round: { ...FLORIN, accentLight: '#8e3aa8', accentDark: '#e0a5f2', radius: 24, gap: 16, controlHeight: 56 },
};

/** Relative luminance: WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** The colour of text on an accent: the one with more contrast. */
function textOn(accent: string): string {
  return contrastOf(accent, '#ffffff') >= contrastOf(accent, '#0d1520') ? '#ffffff' : '#0d1520';
}

/**
 * The custom properties that differ from Florin's own look.
 *
 * @example propertiesOf({ ...PRESETS['Florin'], radius: 0 }) // { '--florin-radius': '0px' }
 */
export function propertiesOf(theme: ThemeSettings): Readonly<Record<string, string>> {
  const { accentLight, accentDark } = theme;
  const hasAccent = accentLight !== FLORIN.accentLight || accentDark !== FLORIN.accentDark;
  const px = (name: 'radius' | 'gap' | 'controlHeight', property: string): Readonly<Record<string, string>> =>
    theme[name] === FLORIN[name] ? {} : { [property]: `${theme[name]}px` };
  return {
    ...(hasAccent && {
      '--florin-accent': `light-dark(${accentLight}, ${accentDark})`,
      '--florin-on-accent': `light-dark(${textOn(accentLight)}, ${textOn(accentDark)})`,
    }),
    ...px('radius', '--florin-radius'),
    ...px('gap', '--florin-gap'),
    ...px('controlHeight', '--florin-control-height'),
  };
}

/**
 * The style sheet as a shop copies it.
 *
 * @param scheme `light dark` follows the device
 */
export function writeCss(theme: ThemeSettings, scheme: 'light dark' | 'light' | 'dark'): string {
  const properties = Object.entries(propertiesOf(theme)).map(([name, value]) => `  ${name}: ${value};`);
  return [':root {', `  color-scheme: ${scheme};`, ...properties, '}'].join('\n');
}
