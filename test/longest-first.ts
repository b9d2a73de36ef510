import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of the built program run longest and wait most, so they begin before the short ones, which then fill what is left of the time. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(acceptance|author|build|conformance|load|manifest)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}
