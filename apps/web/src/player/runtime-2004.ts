import type { Scorm2004API as Api } from 'scorm-again'
import * as library from 'scorm-again/scorm2004'
import {
  cleanElements,
  commonSettings,
  inLoadingOrder,
  instantHttp,
  type NavigationRequest,
  type OpenRuntime,
  type Runtime,
  textOf,
} from './runtime.ts'

// The package's types promise a default export where the module has a named one.
const { Scorm2004API } = library as unknown as { Scorm2004API: typeof Api }

const told = new Set([
  'cmi._version',
  'cmi.learner_id',
  'cmi.learner_name',
  'cmi.credit',
  'cmi.entry',
  'cmi.mode',
  'cmi.total_time',
  'cmi.launch_data',
  'cmi.completion_threshold',
  'cmi.scaled_passing_score',
  'cmi.max_time_allowed',
  'cmi.time_limit_action',
])
const ofOneSession = new Set(['cmi.exit', 'cmi.session_time'])

export const openRuntime2004: OpenRuntime = (opening, events) => {
  const { item, mode } = opening
  const http = instantHttp(events.onStore)
  const api = new Scorm2004API({ ...commonSettings, httpService: http.service as never })
  const load = (element: string, value: string) => {
    if (value !== '') api.setCMIValue(element, value)
  }
  const primary = item.objectives.find((objective) => objective.primary)
  load('cmi.learner_id', opening.learner.id)
  load('cmi.learner_name', opening.learner.name)
  load('cmi.credit', mode === 'normal' ? 'credit' : 'no-credit')
  load('cmi.mode', mode)
  load('cmi.entry', opening.entry)
  load('cmi.total_time', timeSpan(opening.totalSeconds))
  load('cmi.launch_data', item.launchData)
  load('cmi.completion_threshold', item.completionThreshold === null ? '' : String(item.completionThreshold))
  load(
    'cmi.scaled_passing_score',
    primary?.satisfiedByMeasure && primary.minNormalizedMeasure !== null ? String(primary.minNormalizedMeasure) : '',
  )
  load('cmi.max_time_allowed', item.maxTimeText ?? (item.maxTimeAllowed === null ? '' : timeSpan(item.maxTimeAllowed)))
  load('cmi.time_limit_action', item.timeLimitAction)
  const before = opening.before ?? {}
  if (!Object.keys(before).some((element) => element.startsWith('cmi.objectives.'))) {
    const named = item.objectives.filter((objective) => objective.id !== '')
    for (const [index, objective] of named.entries()) load(`cmi.objectives.${index}.id`, objective.id)
  }
  for (const [element, value] of inLoadingOrder(before)) {
    if (!told.has(element) && !ofOneSession.has(element) && !element.startsWith('cmi.comments_from_lms.'))
      load(element, value)
  }

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

  const runtime: Runtime = {
    name: 'API_1484_11',
    api: {
      Initialize(parameter = '') {
        const text = record('Initialize', api.lmsInitialize(textOf(parameter)))
        if (text === 'true') events.onInitialize()
        return text
      },
      Terminate(parameter = '') {
        const wasRunning = api.isInitialized()
        const request = readRequest(textOf(api.adl.nav.request))
        // Suspending everything suspends this item too, whether or not it says so.
        if (wasRunning && request?.to === 'suspendAll') api.setCMIValue('cmi.exit', 'suspend')
        const { completion_status: completion, success_status: success } = api.cmi
        const comesBack = (api.getFlattenedCMI() as Record<string, unknown>)['cmi.exit'] === 'suspend'
        const text = http.during(() => {
          const result = api.lmsFinish(textOf(parameter))
          // The library lets the thresholds decide at every end; who comes back keeps their own words.
          if (wasRunning && comesBack)
            Object.assign(api.cmi, { completion_status: completion, success_status: success })
          return record('Terminate', result)
        })
        if (api.isTerminated()) api.clearScheduledCommit()
        if (wasRunning && api.isTerminated()) events.onTerminate(request)
        return text
      },
      GetValue(element) {
        const asked = /^adl\.nav\.request_valid\.(continue|previous|choice|jump)(?:\.\{target=(.*)\})?$/.exec(
          textOf(element),
        )
        if (asked && api.isInitialized()) {
          // Clears the error of the call before, as every call does.
          api.lmsGetValue('cmi._version')
          const may = opening.mayNavigate(asked[1] as 'continue', asked[2] ?? '')
          return record('GetValue', may ? 'true' : 'false', element)
        }
        return record('GetValue', api.lmsGetValue(textOf(element)), element)
      },
      SetValue(element, value) {
        return record('SetValue', api.lmsSetValue(textOf(element), textOf(value)), element, value)
      },
      Commit(parameter = '') {
        return http.during(() => record('Commit', api.lmsCommit(textOf(parameter))))
      },
      GetLastError() {
        return record('GetLastError', api.lmsGetLastError())
      },
      GetErrorString(code) {
        return record('GetErrorString', api.lmsGetErrorString(textOf(code)), code)
      },
      GetDiagnostic(code) {
        return record('GetDiagnostic', api.lmsGetDiagnostic(textOf(code)), code)
      },
    },
    snapshot: () => cleanElements(api.getFlattenedCMI() as Record<string, unknown>, told),
    get isInitialized() {
      return api.isInitialized()
    },
    get isTerminated() {
      return api.isTerminated()
    },
  }
  // Packages look for it to know that this is the right API.
  Object.defineProperty(runtime.api, 'version', { value: '1.0', enumerable: true })
  return runtime
}

const plainRequests = ['continue', 'previous', 'exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll'] as const

export function readRequest(request: string): NavigationRequest | null {
  const plain = plainRequests.find((one) => one === request)
  if (plain !== undefined) return { to: plain }
  const target = /^\{target=(.+)\}(?:choice|jump)$/.exec(request)?.[1]
  return target === undefined ? null : { to: 'choice', target }
}

/** `PT1H2M3.45S` */
export function timeSpan(seconds: number): string {
  const whole = Math.floor(seconds)
  const rest = Math.round((seconds - whole) * 100) / 100
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const left = Math.round(((whole % 60) + rest) * 100) / 100
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${left}S`
}
