/** Stands for Lit's `css` in the files of the script tag: browsers that have `light-dark()` have constructed style sheets. */

/** The templates hold no expressions. */
export const css = (strings: TemplateStringsArray) => {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(strings.join(''));
  return { styleSheet };
};
