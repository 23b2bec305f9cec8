// @ts-check
/** Stops `npm pack` of the repository itself. npm runs it before the script `npm run pack` too, which packs both packages. */
if (process.env['npm_command'] === 'pack') {
  console.error('This repository is two packages: npm run pack');
  process.exit(1);
}
