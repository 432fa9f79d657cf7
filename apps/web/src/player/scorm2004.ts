import './player.css'
import { openRuntime2004 } from './runtime-2004.ts'
import { startPlayer } from './start-player.ts'

void startPlayer(openRuntime2004)
