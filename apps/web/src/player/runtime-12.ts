import { masteryVerdict } from '@learnt/contract/scores'
import type { Scorm12API as Api } from 'scorm-again'
import * as library from 'scorm-again/scorm12'
import {
  cleanElements,
  commonSettings,
  inLoadingOrder,
  instantHttp,
  type OpenRuntime,
  type Runtime,
  textOf,
} from './runtime.ts'

// The package's types promise a default export where the module has a named one.
const { Scorm12API } = library as unknown as { Scorm12API: typeof Api }

/** Elements that the player sets; they come from the manifest and the server at each opening. */
const told = new Set([
  'cmi.core.student_id',
  'cmi.core.student_name',
  'cmi.core.credit',
  'cmi.core.entry',
  'cmi.core.total_time',
  'cmi.core.lesson_mode',
  'cmi.launch_data',
  'cmi.comments_from_lms',
  'cmi.student_data.mastery_score',
  'cmi.student_data.max_time_allowed',
  'cmi.student_data.time_limit_action',
])
/** Words of one session, gone when the next begins. */
const ofOneSession = new Set(['cmi.core.exit', 'cmi.core.session_time'])

export const openRuntime12: OpenRuntime = (opening, events) => {
  const { item, mode } = opening
  const http = instantHttp(events.onStore)
  // mastery_override false: the library would also judge a package that is only left to be resumed.
  const api = new Scorm12API({ ...commonSettings, mastery_override: false, httpService: http.service as never })
  const load = (element: string, value: string) => {
    if (value !== '') api.setCMIValue(element, value)
  }
  load('cmi.core.student_id', opening.learner.id)
  load('cmi.core.student_name', opening.learner.name)
  load('cmi.core.credit', mode === 'normal' ? 'credit' : 'no-credit')
  load('cmi.core.lesson_mode', mode)
  load('cmi.core.entry', opening.entry)
  load('cmi.core.total_time', clockTime(opening.totalSeconds))
  load('cmi.launch_data', item.launchData)
  load('cmi.student_data.mastery_score', item.masteryScore === null ? '' : String(item.masteryScore))
  load(
    'cmi.student_data.max_time_allowed',
    item.maxTimeText ?? (item.maxTimeAllowed === null ? '' : clockTime(item.maxTimeAllowed)),
  )
  load('cmi.student_data.time_limit_action', item.timeLimitAction)
  for (const [element, value] of inLoadingOrder(opening.before ?? {})) {
    if (told.has(element) || ofOneSession.has(element)) continue
    if (element === 'cmi.core.lesson_status' && value === 'not attempted') continue
    load(element, value)
  }

  let statusSaid = (opening.before?.['cmi.core.lesson_status'] ?? 'not attempted') !== 'not attempted'
  let navigation: 'continue' | 'previous' | null = null
  api.on('SequenceNext', () => {
    navigation = 'continue'
  })
  api.on('SequencePrevious', () => {
    navigation = 'previous'
  })

  const record = (
    fn: Parameters<typeof events.onCall>[0]['fn'],
    result: unknown,
    element?: unknown,
    value?: unknown,
  ): string => {
    const text = textOf(result)
    events.onCall({
      fn,
      ...(element === undefined ? {} : { element: textOf(element) }),
      ...(value === undefined ? {} : { value: textOf(value) }),
      result: text,
      error: String(api.lastErrorCode),
    })
    return text
  }

  /** The standard: at a goodbye for good the mastery score decides, else what was said; who said nothing has completed. */
  const settleStatus = () => {
    if (mode !== 'normal') return
    const flat = readFlat(api)
    const comesBack = flat['cmi.core.exit'] === 'suspend'
    const verdict = comesBack ? null : masteryVerdict(flat, item.masteryScore)
    if (verdict !== null) api.setCMIValue('cmi.core.lesson_status', verdict)
    else if (!statusSaid && flat['cmi.core.lesson_status'] === 'not attempted')
      api.setCMIValue('cmi.core.lesson_status', comesBack ? 'incomplete' : 'completed')
  }

  /** The library goes on taking words after LMSFinish. In SCORM 1.2 they come too late: 301, not initialized. */
  const refusesAsOver = () => {
    if (!api.isTerminated()) return false
    api.throwSCORMError('api', 301)
    return true
  }

  const runtime: Runtime = {
    name: 'API',
    api: {
      LMSInitialize(parameter = '') {
        const result = api.lmsInitialize(textOf(parameter))
        const text = record('Initialize', result)
        if (text === 'true') events.onInitialize()
        return text
      },
      LMSFinish(parameter = '') {
        if (refusesAsOver()) return record('Terminate', 'false')
        const wasRunning = api.isInitialized()
        if (wasRunning && textOf(parameter) === '') settleStatus()
        const text = http.during(() => record('Terminate', api.lmsFinish(textOf(parameter))))
        if (api.isTerminated()) api.clearScheduledCommit()
        if (wasRunning && api.isTerminated()) events.onTerminate(navigation === null ? null : { to: navigation })
        return text
      },
      LMSGetValue(element) {
        if (refusesAsOver()) return record('GetValue', '', element)
        return record('GetValue', api.lmsGetValue(textOf(element)), element)
      },
      LMSSetValue(element, value) {
        if (refusesAsOver()) return record('SetValue', 'false', element, value)
        const result = api.lmsSetValue(textOf(element), textOf(value))
        if (textOf(element) === 'cmi.core.lesson_status' && String(result) === 'true') statusSaid = true
        return record('SetValue', result, element, value)
      },
      LMSCommit(parameter = '') {
        if (refusesAsOver()) return record('Commit', 'false')
        return http.during(() => record('Commit', api.lmsCommit(textOf(parameter))))
      },
      LMSGetLastError() {
        return record('GetLastError', api.lmsGetLastError())
      },
      LMSGetErrorString(code) {
        return record('GetErrorString', api.lmsGetErrorString(textOf(code)), code)
      },
      LMSGetDiagnostic(code) {
        return record('GetDiagnostic', api.lmsGetDiagnostic(textOf(code)), code)
      },
    },
    snapshot: () => cleanElements(readFlat(api), told),
    get isInitialized() {
      return api.isInitialized()
    },
    get isTerminated() {
      return api.isTerminated()
    },
  }
  return runtime
}

function readFlat(api: Api): Record<string, unknown> {
  return api.getFlattenedCMI() as Record<string, unknown>
}

/** `HHHH:MM:SS.ss` */
export function clockTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.min(9999, Math.floor(hundredths / 360_000))
  return `${String(hours).padStart(4, '0')}:${two(Math.floor(hundredths / 6000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
