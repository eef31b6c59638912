import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'

export type Shown<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }

/** Call it with the record locked. Overwrites what `shown` omits. Refuses `edit_conflict` where both changed it. */
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
