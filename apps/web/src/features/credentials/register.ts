import { type Feature, page } from '../../routes/feature.ts'

export const credentials: Feature = {
  pages: [
    page('/verify/:credentialId', 'any', 'verify', () => import('./VerifyPage.tsx'), ['credentials'], {
      chrome: 'bare',
    }),
  ],
}
