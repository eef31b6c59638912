import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { waitUntil } from './wait-until.ts'

/** Holds hashes of passwords back from now on, in the order in which they begin. */
export function holdHashes() {
  const { scrypt } = crypto
  const held: { password: string; run: () => void }[] = []
  const setScrypt = (value: unknown) => {
    Object.assign(crypto, { scrypt: value })
    syncBuiltinESMExports()
  }
  setScrypt((password: string, ...others: unknown[]) => {
    held.push({ password, run: () => Reflect.apply(scrypt, crypto, [password, ...others]) })
  })
  const waitFor = (count: number) => waitUntil(() => held.length === count, `${count} hashes have begun`)
  return {
    waitFor,
    /** Runs the oldest of so many, and returns its password. */
    async runOldest(count: number): Promise<string> {
      await waitFor(count)
      const oldest = held.shift() ?? assert.fail()
      oldest.run()
      return oldest.password
    },
    /** Runs those that are held; later ones are not. */
    release(): void {
      setScrypt(scrypt)
      for (const { run } of held.splice(0)) run()
    },
  }
}
