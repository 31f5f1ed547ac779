package io.osdqualify.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The house: which module may know which, and which packages may reach native code. */
class ModuleGraphTest {

  private static final String[] PROFILES = {
    "io.osdqualify.quantity..",
    "io.osdqualify.profile..",
    "io.osdqualify.evidence..",
    "io.osdqualify.judge.."
  };
  private static final String[] PROBES = {
    "io.osdqualify.engine..",
    "io.osdqualify.workload..",
    "io.osdqualify.device..",
    "io.osdqualify.host..",
    "io.osdqualify.cluster.."
  };
  private static final String[] REPORTS = {"io.osdqualify.report.."};
  private static final String[] QUALIFY = {"io.osdqualify.cli..", "io.osdqualify.run.."};

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.osdqualify");

  @Test
  void allModulesAreLookedAt() {
    for (String[] module : new String[][] {PROFILES, PROBES, REPORTS, QUALIFY}) {
      String name = module[0].replace("..", "");
      assertThat(CLASSES.stream().anyMatch(c -> c.getPackageName().startsWith(name)))
          .as(name)
          .isTrue();
    }
  }

  @Test
  void profilesKnowNothingElseOfTheHouse() {
    noClasses()
        .that()
        .resideInAnyPackage(PROFILES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(concat(PROBES, REPORTS, QUALIFY))
        .check(CLASSES);
  }

  @Test
  void reportsKnowProfilesOnly() {
    noClasses()
        .that()
        .resideInAnyPackage(REPORTS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(concat(PROBES, QUALIFY))
        .check(CLASSES);
  }

  @Test
  void probesKnowProfilesOnly() {
    noClasses()
        .that()
        .resideInAnyPackage(PROBES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(concat(REPORTS, QUALIFY))
        .check(CLASSES);
  }

  @Test
  void onlyTheSeamsReachNativeCodeAndRados() {
    noClasses()
        .that(resideOutsideTheSeams())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun.jna..", "com.ceph..")
        .check(CLASSES);
  }

  @Test
  void onlyTheSafetyGateMakesPermits() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.osdqualify.device.SafetyGate")
        .should()
        .callConstructorWhere(
            com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                    DescribedPredicate.describe(
                        "WritePermit",
                        (JavaClass c) -> c.getName().equals("io.osdqualify.device.WritePermit")))))
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.osdqualify.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> resideOutsideTheSeams() {
    return DescribedPredicate.describe(
        "reside outside the seams",
        c ->
            !c.getPackageName().equals("io.osdqualify.engine")
                && !c.getPackageName().equals("io.osdqualify.cluster"));
  }

  private static String[] concat(String[]... arrays) {
    return java.util.Arrays.stream(arrays).flatMap(java.util.Arrays::stream).toArray(String[]::new);
  }
}
