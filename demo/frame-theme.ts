/** The shop's design tokens for the service's own frame, as in `shop/public/shop.css` and `dark.css`. */
import type { SignerOptions } from 'florin-server/signer';

export const FRAME_THEME: NonNullable<NonNullable<SignerOptions['iframe']>['theme']> = {
  light: {
    ink: '#241a14',
    inkSoft: '#685a4f',
    paper: '#ffffff',
    line: '#8c7c6e',
    accent: '#1d5c4d',
    danger: '#b42318',
  },
  dark: {
    ink: '#f3ebe1',
    inkSoft: '#b9aa9c',
    paper: '#201914',
    line: '#84756a',
    accent: '#8ad0b6',
    danger: '#ff9592',
  },
  radius: '10px',
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
};
