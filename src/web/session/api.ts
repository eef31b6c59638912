import { createClient } from '#contract/client.ts'
import { fetchSignedIn } from './session.ts'

/** The contract's client in the browser, signed in with the stored access token. */
export const api = createClient(fetchSignedIn)
