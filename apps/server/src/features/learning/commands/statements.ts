import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'

/** Verbs of the statements that we write ourselves. */
export const verbs = {
  launched: 'http://adlnet.gov/expapi/verbs/launched',
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  progressed: 'http://adlnet.gov/expapi/verbs/progressed',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  answered: 'http://adlnet.gov/expapi/verbs/answered',
  experienced: 'http://adlnet.gov/expapi/verbs/experienced',
  downloaded: 'http://id.tincanapi.com/verb/downloaded',
} as const
export type Verb = keyof typeof verbs

export interface Happening {
  readonly verb: Verb
  /** The step, or null: the document itself. */
  readonly step: { readonly id: string; readonly title: string } | null
  readonly state: ProgressState
  readonly progress: number
  readonly scorePercent: number | null
  /** Seconds that this sitting added. */
  readonly seconds: number
}

/** Kinds of documents in the names of objects. */
export type StatementKind = 'courses' | 'resources' | 'pathways' | 'learning-packages' | 'forms' | 'events'

export interface Scene {
  /** The installation's address: home page of its accounts and root of its object names. */
  readonly publicUrl: string
  readonly tenantId: string
  readonly userId: string
  /** Who did it in the person's place. */
  readonly impersonatorId?: string | null
  readonly assignmentId: string
  /** What was learnt: the course, or the document of another kind that was finished or read. */
  readonly document: {
    readonly id: string
    readonly title: string
    /** A course, unless it says something else. */
    readonly kind?: StatementKind
    /** The type of activity that it is. ADL knows no pathway: a course is what it calls a whole that is finished. */
    readonly type?: string
  }
  readonly now: Date
}

/** A row of `statements`. */
export interface StatementRow {
  readonly id: string
  readonly verb: string
  readonly objectId: string
  readonly activityId: string | null
  readonly body: Record<string, unknown>
}

/** Names of objects are addresses below our own, stable for ever; they need not lead anywhere. */
export function objectIri(
  scene: Pick<Scene, 'publicUrl' | 'tenantId'>,
  kind: StatementKind | 'activities',
  id: string,
): string {
  return `${scene.publicUrl}/xapi/${scene.tenantId}/${kind}/${id}`
}

/** An xAPI 1.0.3 statement of what happened, whole: with its id, its account, and the time of storing. */
export function describeStatement(scene: Scene, what: Happening, id = newId()): StatementRow {
  const verb = verbs[what.verb]
  const { kind = 'courses', type = 'http://adlnet.gov/expapi/activities/course' } = scene.document
  const document = {
    objectType: 'Activity',
    id: objectIri(scene, kind, scene.document.id),
    definition: { type, name: { und: scene.document.title } },
  }
  const object = what.step
    ? {
        objectType: 'Activity',
        id: objectIri(scene, 'activities', what.step.id),
        definition: { type: 'http://adlnet.gov/expapi/activities/lesson', name: { und: what.step.title } },
      }
    : document
  const at = scene.now.toISOString()
  return {
    id,
    verb,
    objectId: object.id,
    activityId: what.step?.id ?? null,
    body: {
      id,
      version: '1.0.3',
      actor: { objectType: 'Agent', account: { homePage: scene.publicUrl, name: scene.userId } },
      verb: { id: verb, display: { en: what.verb } },
      object,
      ...(what.verb === 'launched' || what.verb === 'initialized' ? {} : { result: resultOf(what) }),
      context: {
        registration: scene.assignmentId,
        platform: 'Learnt',
        ...(scene.impersonatorId
          ? { extensions: { [`${scene.publicUrl}/xapi/extensions/impersonator`]: scene.impersonatorId } }
          : {}),
        ...(what.step ? { contextActivities: { parent: [{ objectType: 'Activity', id: document.id }] } } : {}),
      },
      timestamp: at,
      stored: at,
    },
  }
}

function resultOf(what: Happening): Record<string, unknown> {
  const { state } = what
  return {
    ...(what.scorePercent === null
      ? {}
      : { score: { scaled: Math.round(what.scorePercent * 100) / 10_000, raw: what.scorePercent, min: 0, max: 100 } }),
    ...(state === 'passed' || state === 'failed' ? { success: state === 'passed' } : {}),
    completion: state === 'completed' || state === 'passed',
    ...(what.seconds > 0 ? { duration: `PT${what.seconds}S` } : {}),
    extensions: { 'https://w3id.org/xapi/cmi5/result/extensions/progress': Math.round(what.progress) },
  }
}

/**
 * The statements and the keys that keep their ids unique across months, in one statement. `beside`: a CTE of the caller's
 * that is written with them.
 */
export async function storeStatements(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  scene: { userId: string; assignmentId: string },
  rows: readonly StatementRow[],
  beside: RawBuilder<unknown> | null = null,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with given as (select * from jsonb_to_recordset(${json(rows)}::jsonb) as given(id uuid, verb text, "objectId" text, "activityId" uuid, body jsonb)),
    keys as (insert into statement_keys (id, stored) select id, ${ctx.now} from given)
    ${beside ? sql`, ${beside}` : sql``}
    insert into statements (id, stored, user_id, verb, object_id, assignment_id, activity_id, body)
    select id, ${ctx.now}, ${scene.userId}, verb, "objectId", ${scene.assignmentId}, "activityId", body from given`.execute(
    tx,
  )
}
