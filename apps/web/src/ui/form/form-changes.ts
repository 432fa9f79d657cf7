import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Some of the fields; an object in them has some of its own, unless it is named in `Whole`. */
type Changes<Values, Whole extends string> = {
  [Name in keyof Values]?: Values[Name] extends readonly unknown[]
    ? Values[Name]
    : Values[Name] extends object
      ? Name extends Whole
        ? Values[Name]
        : Changes<Values[Name], Whole>
      : Values[Name]
}

/**
 * Those of the checked `values` that were changed here: only they are sent, so that two people can change different
 * fields. A list goes as a whole, and so does an object in `whole`: one that the server does not put together.
 */
export function changesOf<Input extends FieldValues, Output extends FieldValues, const Whole extends string = never>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'formState' | 'getValues'>,
  values: Output,
  whole: readonly Whole[] = [],
): Changes<Output, Whole> {
  // NOTE what was typed is compared, not what the schema made of it: stored values may be older than today's rules
  const changed = (before: FieldValues, now: FieldValues, checked: FieldValues): FieldValues =>
    Object.fromEntries(
      Object.keys(now)
        .filter((name) => !isSame(before[name], now[name]))
        .map((name) => [
          name,
          isGroup(now[name]) && !whole.some((one) => one === name)
            ? changed(before[name] ?? {}, now[name], checked[name])
            : checked[name],
        ]),
    )
  return changed(form.formState.defaultValues ?? {}, form.getValues(), values) as Changes<Output, Whole>
}

/**
 * Shows what is stored as soon as it is known that somebody else has saved. What was changed here stays, and is a
 * change still.
 */
export function useStoredValues<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  stored: Input,
): void {
  const told = JSON.stringify(stored)
  // NOTE not the form’s own base: after a save, that is newer than the stored value until the next answer
  const lastTold = useRef(told)
  useEffect(() => {
    if (told === lastTold.current) return
    lastTold.current = told
    const fresh: Input = JSON.parse(told)
    const kept = withChanges(form.formState.defaultValues ?? {}, form.getValues(), fresh) as Input
    if (isSame(kept, fresh)) {
      form.reset(fresh)
      return
    }
    const state = { keepErrors: true, keepTouched: true, keepIsSubmitted: true, keepSubmitCount: true }
    form.reset(fresh, state)
    form.reset(kept, { ...state, keepDefaultValues: true })
  }, [told, form])
}

/** `fresh`, but for what `now` has otherwise than `before`: field by field, a list as a whole. */
function withChanges(before: FieldValues, now: FieldValues, fresh: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.keys(fresh).map((name) => [
      name,
      isGroup(fresh[name]) && isGroup(now[name])
        ? withChanges(before[name] ?? {}, now[name], fresh[name])
        : isSame(before[name], now[name])
          ? fresh[name]
          : now[name],
    ]),
  )
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
