// Layers that add up: what is positive stands on what is positive, what is negative hangs below.
import type { Layer } from './groups';

export interface Stack {
  /** Upper edge behind each layer, and lower edge. */
  above: Float32Array[];
  below: Float32Array[];
}

export function stacked(layers: readonly Layer[]): Stack {
  const length = layers[0]?.values.length ?? 0;
  let up: Float32Array = new Float32Array(length);
  let down: Float32Array = new Float32Array(length);
  const stack: Stack = { above: [up], below: [down] };
  for (const layer of layers) {
    up = up.map((value, k) => value + Math.max(0, layer.values[k]!));
    down = down.map((value, k) => value + Math.min(0, layer.values[k]!));
    stack.above.push(up);
    stack.below.push(down);
  }
  return stack;
}
