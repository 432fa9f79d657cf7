import { afterAll } from 'vitest'
import '../src/app.ts' // adds the texts of the features
import { hashCheaply } from '../src/platform/session/password.ts'
import { endFile } from './end-of-file.ts'

// Before each file. Files of a worker share their modules, and nothing else: what a file opens, it closes at its end.
hashCheaply()
afterAll(endFile)
