import type { CallInput, Endpoint, ReplyOf } from '@learnt/contract/endpoint'

/** The person who looks at a page. */
export type Visitor = 'guest' | 'learner' | 'manager' | 'admin' | 'superadmin'

/** A page that `screens`, `axe` and the accessibility test open. */
export interface Screen {
  /** Name of its picture. */
  name: string
  as: Visitor
  /** The path in src/start/routes.ts. */
  route: string
  /** Where the demonstration has one; absent when the route needs nothing filled in. */
  address?: string
}

interface Caller {
  call<E extends Endpoint>(endpoint: E, input?: Partial<CallInput<E>>): Promise<ReplyOf<E>>
}

/** Accounts of the running demonstration, for finding the ids in an address. */
export interface Demonstration {
  learner: Caller
  manager: Caller
  admin: Caller
}

/**
 * `screens.ts` of a folder exports this: the pages whose address has an id, and further states of a page. Pages without
 * an id are found in src/start/routes.ts.
 */
export type Screens = (demonstration: Demonstration) => Promise<Screen[]> | Screen[]

/** `screens.ts` may also export this as `notes`; docs/coverage.md is written from it and the table of routes. */
export type PageNotes = Readonly<
  Record<
    string,
    {
      /** What a page that works in part is still short of. */
      missing?: string
      /** What a reader may want to know about a page that works. */
      remark?: string
    }
  >
>
