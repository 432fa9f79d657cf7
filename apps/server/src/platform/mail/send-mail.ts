import { cutText } from '@learnt/contract/cut-text'
import { sql } from 'kysely'
import type { Ctx, Services } from '../context.ts'
import type { WriteTx } from '../db/database.ts'
import { splitCalendars } from '../icalendar.ts'
import { enqueue } from '../outbox.ts'
import { hashToken, makeToken } from '../session/token.ts'
import type { TenantId } from '../tenant-id.ts'
import { codeMark } from './queue-mail.ts'

/** Minutes until the next attempt, after the first, second, ... that failed; after the last one it is given up. */
const backOffMinutes = [1, 5, 15, 60, 180, 360, 720] as const
/** A mail that has been with the server for longer was interrupted: whether it went out nobody knows. */
const interruptedAfterMs = 10 * 60_000
/** How long the link of a mail opens, from when the mail goes out. */
export const linkMinutes = 60

type Outcome =
  | { state: 'sent' }
  | { state: 'kept'; reason: 'noServer' }
  | { state: 'suppressed'; reason: 'linkUsed' }
  /** `again`: the server surely does not have it. */
  | {
      state: 'failed'
      reason: 'refused' | 'unclear' | 'unreachable' | 'signIn' | 'later'
      detail: string
      again: boolean
    }

interface Letter {
  id: string
  recipient: string
  subject: string
  textBody: string
  htmlBody: string
  linkId: string | null
  calendar: string | null
  calendarMethod: 'request' | 'cancel' | null
  unsubscribeUrl: string | null
}

/**
 * Gives one mail to the mail server, or keeps it in the readable outbox where there is none. It is marked before the
 * server is asked: after a crash, or an answer that never came, it is not sent a second time but reported as unclear.
 */
export async function sendQueuedMail(services: Services, tenantId: TenantId, mailId: string): Promise<void> {
  const { db, clock } = services
  const tenant = db.tenant(tenantId)
  const now = clock.now()
  if (await isClosed(services, tenantId, mailId)) return
  const mine = await tenant.write((tx) =>
    tx
      .updateTable('mails')
      .set((eb) => ({ sendingSince: now, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', mailId)
      .where('state', '=', 'waiting')
      .where('sendingSince', 'is', null)
      .returning([
        'id',
        'recipient',
        'subject',
        'textBody',
        'htmlBody',
        'attempts',
        'linkId',
        'calendar',
        'calendarMethod',
        'unsubscribeUrl',
      ])
      .executeTakeFirst(),
  )
  if (!mine) return lookAtInterrupted(services, tenantId, mailId, now)

  const code = mine.linkId === null ? null : await armLink(services, tenantId, mine.linkId, now)
  const outcome: Outcome =
    mine.linkId !== null && code === null
      ? { state: 'suppressed', reason: 'linkUsed' }
      : await hand(services, withCode(mine, code))
  const wait = outcome.state === 'failed' && outcome.again ? backOffMinutes[mine.attempts - 1] : undefined
  await tenant.write(async (tx) => {
    await tx
      .updateTable('mails')
      .set({
        state: wait === undefined ? outcome.state : 'waiting',
        reason: outcome.state === 'sent' ? '' : outcome.reason,
        reasonDetail: outcome.state === 'failed' ? outcome.detail : '',
        // Without a mail server this row is the mailbox.
        linkCode: outcome.state === 'kept' ? (code ?? '') : '',
        sendingSince: null,
        sentAt: outcome.state === 'sent' ? clock.now() : null,
      })
      .where('id', '=', mailId)
      .execute()
    if (wait !== undefined)
      await enqueue({ now }, tx, 'mails.send', { mailId }, new Date(now.getTime() + wait * 60_000))
  })
  if (outcome.state === 'failed')
    services.log.warn({ mailId, reason: outcome.reason, detail: outcome.detail, again: wait ?? null }, 'mail not sent')
}

/**
 * From a tenant that is suspended nothing goes out: its mails are held until it is open again (`releaseMails`). From
 * one that is deleted they never do.
 */
async function isClosed({ db }: Services, tenantId: TenantId, mailId: string): Promise<boolean> {
  const tenant = db.tenant(tenantId)
  const { rows } = await tenant.read((tx) =>
    sql<{ status: string | null }>`select control.status_of_tenant() as status`.execute(tx),
  )
  const status = rows[0]?.status
  if (status === 'active') return false
  await tenant.write(status === 'suspended' ? (tx) => hold(tx, mailId) : dropWaitingMails)
  return true
}

/** It waits on, and the outbox says for what. */
async function hold(tx: WriteTx, mailId: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ reason: 'tenantSuspended', reasonDetail: '' })
    .where('id', '=', mailId)
    .where('state', '=', 'waiting')
    .where('sendingSince', 'is', null)
    .execute()
}

/** Drops waiting mails, also for a tenant that is restored later: by then they are old news. */
export async function dropWaitingMails(tx: WriteTx): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'suppressed', reason: 'tenantDeleted', reasonDetail: '' })
    .where('state', '=', 'waiting')
    .where('sendingSince', 'is', null)
    .execute()
}

/**
 * In the transaction that opens a tenant again: releases everything that waits, also what a broken-off sender left, and
 * what is being held right now.
 */
export async function releaseMails(ctx: Pick<Ctx, 'now'>, tx: WriteTx): Promise<void> {
  const waiting = await tx.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()
  await Promise.all(waiting.map(({ id }) => enqueue(ctx, tx, 'mails.send', { mailId: id })))
}

/** Makes the code of a link, of which the database keeps the hash; null when the link was used up meanwhile. */
async function armLink(services: Services, tenantId: TenantId, linkId: string, now: Date): Promise<string | null> {
  const code = makeToken()
  const { rows } = await services.db.tenant(tenantId).write((tx) =>
    sql<{ armed: boolean }>`
      select control.arm_account_link(${linkId}, ${hashToken(code)}, ${now}, ${`${linkMinutes} minutes`}::interval) as armed`.execute(
      tx,
    ),
  )
  return rows[0]?.armed ? code : null
}

function withCode(letter: Letter, code: string | null): Letter {
  if (letter.linkId === null || code === null) return letter
  const mark = codeMark(letter.linkId)
  return {
    ...letter,
    textBody: letter.textBody.replaceAll(mark, code),
    htmlBody: letter.htmlBody.replaceAll(mark, code),
  }
}

async function lookAtInterrupted(services: Services, tenantId: TenantId, mailId: string, now: Date): Promise<void> {
  await services.db.tenant(tenantId).write(async (tx) => {
    const row = await tx
      .selectFrom('mails')
      .select(['state', 'sendingSince'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.state !== 'waiting' || row.sendingSince === null) return
    const settled = new Date(row.sendingSince.getTime() + interruptedAfterMs)
    if (settled > now) return enqueue({ now }, tx, 'mails.send', { mailId }, settled)
    await tx
      .updateTable('mails')
      .set({ state: 'failed', reason: 'unclear', sendingSince: null })
      .where('id', '=', mailId)
      .execute()
  })
}

async function hand(services: Services, letter: Letter): Promise<Outcome> {
  const { settings } = services
  if (settings.smtpUrl === undefined) return { state: 'kept', reason: 'noServer' }
  // Loaded on first use: many installations never send.
  const { createTransport } = await import('nodemailer')
  // How far the dialogue got: before DATA nothing was sent; after it only the answer can tell.
  let isHandedOver = false
  const hear = (entry: { tnx?: string }, message: unknown) => {
    if (entry.tnx === 'client' && String(message).startsWith('DATA')) isHandedOver = true
  }
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: { debug: hear, trace() {}, info() {}, warn() {}, error() {}, fatal() {} },
  })
  try {
    await transport.sendMail({
      from: settings.mailFrom,
      to: letter.recipient,
      subject: letter.subject,
      text: letter.textBody,
      html: letter.htmlBody,
      ...calendarParts(letter),
      // Always the same for the same mail: a server that got it twice can tell.
      messageId: `<${letter.id}@${new URL(settings.publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(letter.unsubscribeUrl === null ? {} : { list: { unsubscribe: [waysOut(settings, letter.unsubscribeUrl)] } }),
    })
    return { state: 'sent' }
  } catch (error) {
    return judge(error as SmtpError, isHandedOver)
  } finally {
    transport.close()
  }
}

/** RFC 2369: the page, and an address where somebody reads such mails. */
function waysOut({ mailUnsubscribe }: Services['settings'], url: string): string[] {
  return mailUnsubscribe === undefined ? [url] : [url, `mailto:${mailUnsubscribe}?subject=unsubscribe`]
}

/**
 * One part for each date: an invitation holds one entry (RFC 5546), and mail programs look at the first of a part only. The
 * first date stands in the mail, the others are attached.
 */
function calendarParts({ calendar, calendarMethod }: Pick<Letter, 'calendar' | 'calendarMethod'>) {
  if (calendar === null || calendarMethod === null) return {}
  const method = calendarMethod.toUpperCase() as 'REQUEST' | 'CANCEL'
  const [first = calendar, ...others] = splitCalendars(calendar)
  return {
    icalEvent: { method, filename: 'event.ics', content: first },
    attachments: others.map((content, at) => ({
      filename: `event-${at + 2}.ics`,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content,
    })),
  }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

function judge(error: SmtpError, isHandedOver: boolean): Outcome {
  const detail = cutText((error.response ?? error.message).replace(/\s+/g, ' '), 300)
  if (error.responseCode !== undefined) {
    if (error.code === 'EAUTH') return { state: 'failed', reason: 'signIn', detail, again: true }
    return error.responseCode >= 500
      ? { state: 'failed', reason: 'refused', detail, again: false }
      : { state: 'failed', reason: 'later', detail, again: true }
  }
  if (isHandedOver) return { state: 'failed', reason: 'unclear', detail, again: false }
  return { state: 'failed', reason: error.code === 'EAUTH' ? 'signIn' : 'unreachable', detail, again: true }
}
