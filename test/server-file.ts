/** The built server, below the repository's root. */
export const serverFile = 'build/server/server.js'
