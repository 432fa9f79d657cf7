import { findLocale, type Locale } from '@learnt/contract/locales'
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { readTenantConfig } from './settings.ts'

/** The language of a tenant's people; where it has none, that of the caller. */
export async function languageOfTenant(ctx: Pick<Ctx, 'read' | 'locale'>): Promise<Locale> {
  const { rows } = await ctx.read((tx) =>
    sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
  )
  return findLocale(readTenantConfig(rows[0]?.settings).defaultLocale) ?? ctx.locale
}
