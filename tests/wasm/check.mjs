// Resolve every fight in WebAssembly and hold it against its golden, twice: the module compares the whole of it, and
// this script the digest of the last tick with the golden's file. `node check.mjs [--quick]`; quick leaves out massed
// battles of more than a few seconds.
import { readFileSync } from "node:fs";

const here = new URL(".", import.meta.url);
const built = new URL("../../target/wasm/wasm32-unknown-unknown/release/wasm.wasm", here);
const { instance } = await WebAssembly.instantiate(readFileSync(built), {});
const { memory, fights, name, resolve, said, said_len } = instance.exports;

const LONG = ["legion/default", "legion/punic", "legion/lopsided"];
const quick = process.argv.includes("--quick");

function heard() {
    return Buffer.from(memory.buffer, said(), said_len()).toString();
}

let compared = 0;
let failed = 0;
const count = fights();
for (let n = 0; n < count; n++) {
    name(n);
    const fight = heard();
    if (quick && LONG.includes(fight)) continue;
    const start = Date.now();
    try {
        resolve(n);
    } catch (error) {
        throw new Error(`${fight}: ${heard() || error}`);
    }
    const [digest, last, ticks, ...changed] = heard().split("\n");
    const golden = readFileSync(new URL(`../../goldens/${fight}.snap`, here), "utf8");
    const native = golden.match(new RegExp(`"${last}": "([0-9a-f]{16})"`))?.[1];
    const same = native === digest && Number(ticks) > 0 && changed.join("") === "";
    compared += Number(ticks);
    failed += same ? 0 : 1;
    console.log(`${same ? "same" : "DIFFERS"}  ${fight}  tick ${last}  ${digest}  ${Date.now() - start} ms`);
    if (!same) console.log(`  native ${native}; ${changed.join("; ")}`);
}
console.log(`${compared} ticks compared, ${failed} fights differ`);
process.exit(failed === 0 && compared > 0 ? 0 : 1);
