import type { Db } from '#db/database.ts'
import { outbox } from '#db/tables/mails.ts'
import type { MailQueue } from './port.ts'

export function createOutboxQueue(db: Db): MailQueue {
  return {
    async enqueue({ kind, ...data }) {
      await db.insert(outbox).values({ kind, data })
    },
  }
}
