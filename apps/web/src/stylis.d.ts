/** The style preprocessor under emotion carries no types. */
declare module 'stylis' {
  import type { StylisPlugin } from '@emotion/cache'

  export const prefixer: StylisPlugin
}
