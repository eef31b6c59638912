/** Packages with binaries or data files of their own, which the bundle of the server leaves outside. */
export const externalPackages = [
  '@electric-sql/pglite',
  'dejavu-fonts-ttf',
  'nodemailer',
  'pdfkit',
  'pg',
  'pino',
  'sharp',
] as const
