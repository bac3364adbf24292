// Its command line warns on Node 20, which `pix` supports: a newcomer must not have to judge that.
import { build } from 'tsdown';

await build({ logLevel: 'warn' });
