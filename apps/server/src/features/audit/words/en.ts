export const en = { audit: { system: 'Learnt itself' } }
