/** The built server, below the repository's root. */
export const serverFile = 'dist/server.js'
