import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { ImportState, importLimits } from './import-states.ts'
import { EncodingBasis, TellingRow, TextEncoding } from './text-encodings.ts'
import { Can, Id, Moment, PageQuery, pageOf, queryList, Slug } from './values.ts'

/** How the text of a file is read; '' finds it out. A workbook needs neither. */
export const ImportReading = z.strictObject({
  encoding: TextEncoding,
  delimiter: z.string().max(1),
})
export type ImportReading = z.infer<typeof ImportReading>

/** How it was read, and why so. */
export const ImportReadingFound = z.object({ ...ImportReading.shape, basis: EncodingBasis })

/** How the whole file was read. */
export const ImportReadAs = ImportReadingFound.extend({
  /** Rows with fewer cells than there are headings: the missing ones count as empty. */
  shortRows: z.number().int(),
})

/** The order of day, month and year where dates are not written as 2026-11-20. */
export const ImportDates = z.enum(['dmy', 'mdy'])

/** Which field each column of a file fills; null: none. In the order of the columns. */
function mappingOf<const Field extends string>(fields: readonly Field[]) {
  return z
    .array(z.enum(fields).nullable())
    .max(importLimits.columns)
    .superRefine((mapping, complaints) => {
      for (const [at, field] of mapping.entries())
        if (field !== null && mapping.indexOf(field) < at)
          complaints.addIssue({ code: 'custom', message: 'feedFieldTwice', path: [at], input: field })
    })
}

/** What is shown of a run of every import; the import adds its `counts` and what only it has. */
export const importRun = {
  id: Id,
  teamId: Slug,
  teamName: z.string(),
  state: ImportState,
  fileName: z.string(),
  fileSize: z.number().int(),
  by: z.string(),
  /** One sentence, where it failed or stopped. */
  reason: z.string(),
  createdAt: Moment,
  /** When its job began and ended; null: not yet. */
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
  can: Can,
}
export type ImportRun = z.infer<z.ZodObject<typeof importRun>>

const importRunPage = {
  jobId: Id.nullable(),
  headings: z.array(z.string()),
  reading: ImportReading,
  /** Null: it was not read yet. */
  readAs: ImportReadAs.nullable(),
}
export type ImportRunPage = ImportRun & z.infer<z.ZodObject<typeof importRunPage>>

/** What was found in a file before it is read as a whole. */
const importPreview = {
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** The first rows with letters outside ASCII, wherever in the beginning of the file they stand. */
  telling: z.array(TellingRow),
  reading: ImportReadingFound,
  isWorkbook: z.boolean(),
}
export type ImportPreview = z.infer<z.ZodObject<typeof importPreview>>

export const importRowStates = ['planned', 'done', 'failed', 'undone', 'kept'] as const

/** What is shown of a row of every import. */
export const importRow = {
  place: z.number().int(),
  /** Line of the file; null: somebody who is missing from it. */
  line: z.number().int().nullable(),
  /** As people know them: the name, else what the file says. */
  person: z.string(),
  userId: Id.nullable(),
  state: z.enum(importRowStates),
  errors: z.array(
    z.object({
      /** The heading of the column; '' where it is about the row as a whole. */
      column: z.string(),
      /** One sentence. */
      expected: z.string(),
      found: z.string(),
    }),
  ),
}
export type ImportRow = z.infer<z.ZodObject<typeof importRow>>

export const importSorts = ['createdAt', 'fileName', 'state', 'by', 'rows', 'finishedAt'] as const

const ofRun = z.object({ runId: Id })
const reader = { access: 'admin', callers: ['token', 'looking'] } as const
const writer = { access: 'admin', callers: ['token'] } as const
const noRun = { alsoFine: [404, 409] } as const

/** Imports, as the audit log names them. */
export type ImportNoun = 'bulkUpdates' | 'feeds'

/** The operations of one import: upload, detect, map, check, carry out, rejected rows, undo. */
export function importOperations<
  const Field extends string,
  Options extends z.ZodType,
  const Outcome extends string,
  Run extends z.ZodRawShape,
  Page extends z.ZodRawShape,
  Row extends z.ZodRawShape,
  Start extends z.ZodRawShape,
  Commit extends z.ZodType | undefined = undefined,
>(of: {
  /** How its operations and its entries in the audit log begin. */
  readonly noun: ImportNoun
  readonly path: string
  /** What its runs are in a sentence: "a bulk update". */
  readonly words: string
  /** What a column of its files can fill. */
  readonly fields: readonly Field[]
  readonly Options: Options
  readonly sampleOptions: z.input<Options>
  /** What becomes of a row. */
  readonly outcomes: readonly Outcome[]
  /** What its runs have beside those of other imports, in lists and on their page, and its rows. */
  readonly run: Run
  readonly page: Page
  readonly row: Row
  /** What starting a run takes beside the file, and carrying it out. */
  readonly start: Start
  readonly commit?: Commit
  /** What undoing does, in a sentence. */
  readonly undoes: string
}) {
  const { noun, words } = of
  const path = of.path as '/api/imports'
  const Mapping = mappingOf(of.fields)
  const Run = z.object({ ...importRun, ...of.run })
  const RunPage = Run.extend({ ...importRunPage, mapping: Mapping, options: of.Options, ...of.page })
  const Preview = z.object({ ...importPreview, mapping: Mapping, options: of.Options })
  const Outcome = z.enum(of.outcomes)
  const Row = z.object({ ...importRow, outcome: Outcome, ...of.row })
  return {
    list: endpoint({
      id: `${noun}.list`,
      summary: `The runs of ${words}, newest first unless told otherwise.`,
      method: 'GET',
      path,
      ...reader,
      query: PageQuery.extend({
        state: queryList(ImportState),
        sort: z.enum(importSorts).default('createdAt'),
        direction: z.enum(['asc', 'desc']).default('desc'),
      }),
      response: pageOf(Run),
    }),
    get: endpoint({
      id: `${noun}.get`,
      summary: `One run of ${words}.`,
      method: 'GET',
      path: `${path}/:runId`,
      ...reader,
      sample: () => ({ alsoFine: [404] }),
      params: ofRun,
      response: RunPage,
    }),
    start: endpoint({
      id: `${noun}.start`,
      summary: `Start a run of ${words} with an uploaded CSV or XLSX file.`,
      method: 'POST',
      path,
      ...writer,
      audit: [`${noun}.start`, 'files.adopt'],
      sample: (given) => ({ body: { uploadId: given.newId() }, alsoFine: [404, 422] }),
      body: z.strictObject({ uploadId: z.string().max(100), ...of.start }),
      response: RunPage,
      status: 201,
    }),
    preview: endpoint({
      id: `${noun}.preview`,
      summary: 'The first rows of the file, how it is read, and which field each column probably fills.',
      method: 'GET',
      path: `${path}/:runId/preview`,
      ...reader,
      sample: () => ({ alsoFine: [404] }),
      params: ofRun,
      query: ImportReading.partial(),
      response: Preview,
    }),
    check: endpoint({
      id: `${noun}.check`,
      summary: 'Read the whole file and say what the run would do: the dry run. Goes on as a job.',
      method: 'POST',
      path: `${path}/:runId/check`,
      ...writer,
      audit: `${noun}.check`,
      sample: () => ({
        ...noRun,
        body: { mapping: [], options: of.sampleOptions, reading: { encoding: '', delimiter: '' } },
      }),
      params: ofRun,
      body: z.strictObject({ mapping: Mapping, options: of.Options, reading: ImportReading }),
      response: RunPage,
    }),
    commit: endpoint({
      id: `${noun}.commit`,
      summary: 'Carry out the good rows. Goes on as a job.',
      method: 'POST',
      path: `${path}/:runId/commit`,
      ...writer,
      audit: `${noun}.commit`,
      sample: () => (of.commit ? { ...noRun, body: {} } : noRun),
      idempotency: 'required',
      params: ofRun,
      body: of.commit as Commit,
      response: RunPage,
    }),
    undo: endpoint({
      id: `${noun}.undo`,
      summary: `Take the run back: ${of.undoes}. Goes on as a job.`,
      method: 'POST',
      path: `${path}/:runId/undo`,
      ...writer,
      audit: `${noun}.undo`,
      sample: () => noRun,
      idempotency: 'required',
      params: ofRun,
      response: RunPage,
    }),
    discard: endpoint({
      id: `${noun}.discard`,
      summary: 'Give up a run that was not carried out.',
      method: 'POST',
      path: `${path}/:runId/discard`,
      ...writer,
      audit: `${noun}.discard`,
      sample: () => noRun,
      params: ofRun,
      response: RunPage,
    }),
    rows: endpoint({
      id: `${noun}.rows`,
      summary: 'What each row of a run does, or did.',
      method: 'GET',
      path: `${path}/:runId/rows`,
      ...reader,
      sample: () => ({ alsoFine: [404] }),
      params: ofRun,
      query: PageQuery.extend({ outcome: queryList(Outcome), state: queryList(z.enum(importRowStates)) }),
      response: pageOf(Row),
    }),
    rejected: rawEndpoint({
      id: `${noun}.rejected`,
      summary: 'The rejected rows as they came, each with its errors.',
      method: 'GET',
      path: `${path}/:runId/rejected.csv`,
      ...reader,
      audit: `${noun}.exportRejected`,
      sample: () => ({ alsoFine: [404] }),
      protocol: 'CSV, UTF-8 with byte order mark: the columns of the file, then `line` and `errors`.',
      produces: 'text/csv',
    }),
  }
}
