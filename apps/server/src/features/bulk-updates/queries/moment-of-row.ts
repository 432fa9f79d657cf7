import { type RawBuilder, sql } from 'kysely'

/**
 * The fields of a staged row `r` with the moment `at`: local times are in the tenant’s zone. A day counts as its noon,
 * but never later than now.
 */
export function momentOfRow(now: Date): RawBuilder<unknown> {
  const moment = sql`r.fields -> 'moment'`
  const zone = sql`(select control.zone_of_tenant())`
  return sql`(
    select r.fields - 'moment' || jsonb_build_object('at', case
      when (${moment} ->> 'isDay')::boolean and said.at > ${now}::timestamptz
        and (said.at at time zone ${zone})::date = (${now}::timestamptz at time zone ${zone})::date
      then ${now}::timestamptz else said.at end)
    from (
      select case when (${moment} ->> 'isLocal')::boolean then (${moment} ->> 'at')::timestamp at time zone ${zone}
        else (${moment} ->> 'at')::timestamptz end as at
    ) said)`
}
