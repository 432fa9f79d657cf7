export const en = {
  attempts: { sameHost: 'Learnt was opened under the host name of its packages. Open it at its own address.' },
  dataExports: {
    files: {
      attempts: 'Your attempts at packages, with score and time.',
      attemptParts: 'Data that packages stored about your attempts, part by part.',
      packageCalls: 'Single calls that packages made while you used them; one JSON object in each line.',
      statements: 'Learning statements (xAPI) about you; one JSON object in each line.',
    },
  },
  audit: { actions: { attempts: { recompute: 'Attempt recalculated' } }, subjects: { attempt: 'Attempt' } },
}
