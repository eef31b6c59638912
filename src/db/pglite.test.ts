import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDataFolder } from '#test/databases.ts'
import { openPglite } from './pglite.ts'

test('the files of the database are their owner’s alone', async t => {
  const folder = createDataFolder()
  const database = await openPglite(folder)
  t.after(() => database.close())
  const files = join(folder, 'database')
  assert.equal(statSync(files).mode & 0o077, 0)
  if (process.getuid?.() !== 0) return
  // Only the mode of the database's own folder keeps other users out.
  for (let path = folder; path !== '/tmp' && path.startsWith('/tmp/'); path = join(path, '..')) chmodSync(path, 0o755)
  const uid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
  const asNobody = (path: string) => spawnSync('ls', [path], { uid, encoding: 'utf8' })
  assert.equal(asNobody(folder).status, 0)
  assert.match(asNobody(files).stderr, /Permission denied/)
})
