// Makes password hashes cheap, for all tests but those of servers as in production. Hashes made with and without it do not
// match. Loaded by `--import`.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type WithOptions = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void

const scrypt: WithOptions = crypto.scrypt
const cheapScrypt: WithOptions = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 2 }, callback)
Object.assign(crypto, { scrypt: cheapScrypt })
syncBuiltinESMExports()
