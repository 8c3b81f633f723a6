"""Lightning's TensorBoardLogger."""

import examples
import logged

# Its logger of tables is given the same values, in a second training.
THEN = """
    import csv
    from lightning.pytorch.loggers import CSVLogger

    assert type(logger.experiment) is stepline.SummaryWriter
    both = [TensorBoardLogger("runs", name="both"), CSVLogger("table", name="", version="")]
    trainer = lightning.Trainer(max_epochs=2, log_every_n_steps=2, logger=both, enable_checkpointing=False)
    trainer.fit(Regression(lr=0.05), loader, loader)
    with open("table/metrics.csv") as table:
        reported = list(csv.DictReader(table))
"""


def test_logger(tmp_path):
    done = examples.run("Lightning", tmp_path, THEN)
    run = done.runs / "lightning/version_0"
    scalars = logged.scalars(run)
    assert sorted(scalars) == ["epoch", "hp_metric", "loss"]
    assert list(scalars["loss"]) == [1, 3, 5, 7, 9, 11, 13, 15]
    logs = logged.read(run)
    assert list(logs["histograms"]["weights"]) == [0, 1]
    assert any("Regression/Sequential" in node for node in logs["graphs"]["__run_graph__"][0])
    assert logged.hparams(run) == {"lr": 0.1, "width": 8}
    assert (run / "hparams.yaml").read_text() == "lr: 0.1\nwidth: 8\n"

    scalars = logged.scalars(done.runs / "both/version_0")
    assert scalars["hp_metric"].pop(0) == -1  # The default, until there is one.
    for name in ("loss", "hp_metric"):
        wanted = {int(row["step"]): float(row[name]) for row in done.reported if row[name]}
        assert scalars[name] == logged.as_float32(wanted)
