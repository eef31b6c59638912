import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'

/** What a form showed of a record. */
export type Shown<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }

/**
 * What a change writes to a record that somebody else may have changed since a form showed it. A field that only the others changed
 * stays as they left it. Refuses `edit_conflict` with the present values of the fields that both changed. Without `shown`, and of
 * fields that it does not have, the change is taken as it is. Call it where the record is locked.
 */
export function mergeChange<Fields extends object>(
  change: Fields,
  present: { [Name in keyof Fields]: NonNullable<Fields[Name]> | Extract<Fields[Name], null> },
  shown: Shown<Fields> | undefined,
): Fields {
  const merged = { ...change }
  const conflicts: FieldError[] = []
  for (const name of Object.keys(shown ?? {}) as (keyof Fields & string)[]) {
    if (change[name] === undefined || isDeepStrictEqual(present[name], shown?.[name])) continue
    if (isDeepStrictEqual(change[name], shown?.[name])) merged[name] = present[name]
    else if (!isDeepStrictEqual(change[name], present[name]))
      conflicts.push({ field: name, message: 'Somebody else changed this meanwhile.', present: present[name] })
  }
  if (conflicts.length > 0) refuse('edit_conflict', conflicts)
  return merged
}
