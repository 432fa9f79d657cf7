import './player.css'
import { openRuntime12 } from './runtime-12.ts'
import { startPlayer } from './start-player.ts'

void startPlayer(openRuntime12)
