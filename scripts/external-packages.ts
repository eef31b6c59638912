/** Packages with binaries or data files of their own, which the bundle of the server leaves outside. */
export const externalPackages = [
  '@electric-sql/pglite',
  '@fontsource-variable/noto-sans-devanagari',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-thai',
  'dejavu-fonts-ttf',
  'nodemailer',
  'pdfkit',
  'pg',
  'pino',
  'sharp',
  'subset-font',
] as const
