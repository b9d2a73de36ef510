/** A signal that aborts when the run's time is over or when the caller's signal does; its reason is a sentence. */
export function deadline(
  maxTimeMs: number,
  caller: AbortSignal | undefined,
): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(`the run's limit of ${maxTimeMs / 1000} s is over`), maxTimeMs);
  const interrupt = (): void =>
    controller.abort(typeof caller?.reason === 'string' ? caller.reason : 'the run was interrupted');
  if (caller?.aborted) interrupt();
  else caller?.addEventListener('abort', interrupt, { once: true });
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', interrupt);
    },
  };
}
